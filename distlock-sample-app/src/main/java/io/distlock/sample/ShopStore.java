// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

/**
 * The tables of the shop. It protects nothing: a caller that writes must hold the lock of
 * the item.
 */
@Repository
class ShopStore {

	private final JdbcClient jdbc;

	ShopStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Stock stock(String item) {
		return this.jdbc.sql("select delivered, units from stock where item = :item")
			.param("item", item)
			.query(Stock.class)
			.optional()
			.orElse(Stock.NONE);
	}

	void units(String item, int units) {
		this.jdbc.sql("update stock set units = :units where item = :item")
			.param("units", units)
			.param("item", item)
			.update();
	}

	void deliver(String item, int units) {
		this.jdbc.sql("delete from orders where item = :item").param("item", item).update();
		this.jdbc.sql("delete from stock where item = :item").param("item", item).update();
		this.jdbc.sql("insert into stock (item, delivered, units) values (:item, :units, :units)")
			.param("item", item)
			.param("units", units)
			.update();
	}

	long insertOrder(String item, String customer, String node, @Nullable Long token) {
		KeyHolder id = new GeneratedKeyHolder();
		this.jdbc.sql("insert into orders (item, customer, node, token) values (:item, :customer, :node, :token)")
			.param("item", item)
			.param("customer", customer)
			.param("node", node)
			.param("token", token)
			.update(id, "id");
		return Objects.requireNonNull(id.getKeyAs(Long.class));
	}

	Map<String, Integer> soldByNode(String item) {
		return this.jdbc.sql("select node, count(*) from orders where item = :item group by node")
			.param("item", item)
			.query((row, number) -> Map.entry(row.getString(1), row.getInt(2)))
			.list()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	List<PlacedOrder> lastOrders(String item, int limit) {
		return this.jdbc
			.sql("select id, item, customer, node, token, placed_at from orders where item = :item"
					+ " order by id desc fetch first :limit rows only")
			.param("item", item)
			.param("limit", limit)
			.query((row, number) -> new PlacedOrder(row.getLong("id"), row.getString("item"), row.getString("customer"),
					row.getString("node"), row.getObject("token", Long.class),
					row.getObject("placed_at", OffsetDateTime.class).toInstant()))
			.list();
	}

	/**
	 * What is there of an item.
	 *
	 * @param delivered how many units there were at first
	 * @param units how many are left
	 */
	record Stock(int delivered, int units) {

		static final Stock NONE = new Stock(0, 0);

	}

}
