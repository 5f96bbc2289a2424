/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.docs;

import io.distlock.annotation.DistributedLock;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

// tag::service[]
@Service
public class StockService {

	private final JdbcClient jdbc;

	StockService(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Transactional
	@DistributedLock(name = "stock", key = "#item") // one node at a time for each item
	public boolean takeOne(String item) {
		int units = this.jdbc.sql("select units from stock where item = ?").param(item).query(Integer.class).single();
		if (units == 0) {
			return false;
		}
		this.jdbc.sql("update stock set units = ? where item = ?").params(units - 1, item).update();
		return true;
	}

}
// end::service[]
