// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.time.Duration;
import java.time.Instant;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.annotation.DistributedLock;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Takes orders. Reads the stock, decides, and writes it back, which is wrong as soon as
 * two do it at the same time: the lock of the item makes it right, on all nodes together.
 * Whatever changes the same stock names the same lock.
 */
@Service
public class Shop {

	private static final String STOCK = "stock";

	private final ShopStore store;

	private final Duration handlingTime;

	private final String node;

	Shop(ShopStore store, ShopProperties properties, @Value("${distlock.node-name}") String node) {
		this.store = store;
		this.handlingTime = properties.handlingTime();
		this.node = node;
	}

	/**
	 * Take an order for one unit. The node may die at any point: then the transaction
	 * rolls back, and the lock is free again when its lease ends.
	 * @param item what is ordered
	 * @param customer who orders it
	 * @return the order
	 * @throws SoldOutException if there is none left
	 */
	@Transactional
	@DistributedLock(name = STOCK, key = "#item")
	public PlacedOrder order(String item, String customer) {
		return take(item, customer);
	}

	/**
	 * Take an order without the lock, to show what the lock is for: some units are sold
	 * twice.
	 * @param item what is ordered
	 * @param customer who orders it
	 * @return the order
	 * @throws SoldOutException if there is none left
	 */
	@Transactional
	public PlacedOrder orderUnlocked(String item, String customer) {
		return take(item, customer);
	}

	private PlacedOrder take(String item, String customer) {
		int units = this.store.stock(item).units();
		if (units <= 0) {
			throw new SoldOutException(item);
		}
		handle();
		Long token = LockContext.current().map(HeldLock::fencingToken).orElse(null);
		long id = this.store.insertOrder(item, customer, this.node, token);
		this.store.units(item, units - 1);
		return new PlacedOrder(id, item, customer, this.node, token, Instant.now());
	}

	/**
	 * Deliver an item afresh and forget its orders.
	 * @param item the item
	 * @param units how many units there are from now on
	 */
	@Transactional
	@DistributedLock(name = STOCK, key = "#item")
	public void restock(String item, int units) {
		this.store.deliver(item, units);
	}

	private void handle() {
		try {
			Thread.sleep(this.handlingTime.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while an order was handled; place it again", ex);
		}
	}

}
