// SPDX-License-Identifier: Apache-2.0

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
