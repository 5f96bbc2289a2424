// SPDX-License-Identifier: Apache-2.0

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
