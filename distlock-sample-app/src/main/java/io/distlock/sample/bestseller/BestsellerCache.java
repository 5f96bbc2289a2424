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

package io.distlock.sample.bestseller;

import java.time.OffsetDateTime;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * One row that leaders write, each with its term.
 */
@Repository
class BestsellerCache {

	private final JdbcClient jdbc;

	BestsellerCache(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Count, and write the result unless a later leader has done so.
	 * @return whether it was written
	 */
	boolean warm(String node, long term) {
		this.jdbc.sql("insert into bestseller (id, term) select 1, 0 where not exists (select 1 from bestseller)")
			.update();
		return this.jdbc.sql("""
				update bestseller set (item, sold) = (select item, count(*) from orders group by item
				order by count(*) desc, item fetch first 1 row only), node = ?, term = ?, counted_at = current_timestamp
				where term <= ?""").params(node, term, term).update() == 1;
	}

	Optional<Bestseller> read() {
		return this.jdbc.sql("select item, sold, node, term, counted_at from bestseller where item is not null")
			.query((row, number) -> new Bestseller(row.getString("item"), row.getInt("sold"), row.getString("node"),
					row.getLong("term"), row.getObject("counted_at", OffsetDateTime.class).toInstant()))
			.optional();
	}

}
