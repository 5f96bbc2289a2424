// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.price;

import java.time.Duration;
import java.util.List;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * The price list. A change takes a while, item by item, and customers must not see one
 * that is half done. They share the lock, so they do not wait for each other, whatever
 * node they are on; the one who changes the prices has it alone.
 */
@Service
public class PriceList {

	private static final String PRICES = "prices";

	private static final List<String> ITEMS = List.of("espresso-machine", "kettle", "lamp", "mug", "teapot");

	private final JdbcClient jdbc;

	private final Duration pause;

	PriceList(JdbcClient jdbc, @Value("${shop.prices.pause}") Duration pause) {
		this.jdbc = jdbc;
		this.pause = pause;
	}

	@DistributedLock(name = PRICES, mode = LockMode.SHARED)
	public List<Price> read() {
		return all();
	}

	/**
	 * Give all items the same price, one after the other.
	 * @param cents the price
	 */
	@DistributedLock(name = PRICES)
	public void change(int cents) {
		for (String item : ITEMS) {
			write(item, cents);
			pause();
		}
	}

	private void write(String item, int cents) {
		if (this.jdbc.sql("update price set cents = ? where item = ?").params(cents, item).update() == 0) {
			this.jdbc.sql("insert into price (item, cents) values (?, ?)").params(item, cents).update();
		}
	}

	private List<Price> all() {
		return this.jdbc.sql("select item, cents from price order by item").query(Price.class).list();
	}

	private void pause() {
		try {
			Thread.sleep(this.pause.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while prices were changed; change them again", ex);
		}
	}

}
