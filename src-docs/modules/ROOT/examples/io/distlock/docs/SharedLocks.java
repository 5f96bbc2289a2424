// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;

/**
 * Locks that several owners hold.
 */
class SharedLocks {

	static class Prices {

		private final PriceTable table;

		Prices(PriceTable table) {
			this.table = table;
		}

		// tag::annotated[]
		@DistributedLock(name = "prices", mode = LockMode.SHARED)
		BigDecimal total(Map<String, Integer> basket) {
			return basket.entrySet()
				.stream()
				.map((item) -> this.table.price(item.getKey()).multiply(BigDecimal.valueOf(item.getValue())))
				.reduce(BigDecimal.ZERO, BigDecimal::add);
		}

		@DistributedLock(name = "prices")
		void replaceAll(Map<String, BigDecimal> prices) {
			this.table.clear();
			prices.forEach(this.table::put);
		}
		// end::annotated[]

	}

	static class Reports {

		private final LockTemplate locks;

		Reports(LockTemplate locks) {
			this.locks = locks;
		}

		// tag::limit[]
		@ClusterConcurrencyLimit(name = "reports", permits = 2, waitTime = "5m")
		Path create(String customer) {
			return write(customer);
		}
		// end::limit[]

		// tag::permit[]
		Path createNow(String customer) {
			LockRequest permit = LockRequest.of("reports").permits(2);
			try (HeldLock held = this.locks.acquire(permit)) {
				return write(customer);
			}
		}
		// end::permit[]

		private Path write(String customer) {
			return Path.of(customer + ".pdf");
		}

		// tag::view[]
		void readThenWrite() {
			ReadWriteLock prices = this.locks.asReadWriteLock("prices");
			prices.readLock().lock();
			try {
				// other readers run beside this one, on any node
			}
			finally {
				prices.readLock().unlock();
			}
			prices.writeLock().lock();
			try {
				// look again: another node may have written in between
			}
			finally {
				prices.writeLock().unlock();
			}
		}
		// end::view[]

	}

	interface PriceTable {

		BigDecimal price(String item);

		void clear();

		void put(String item, BigDecimal price);

	}

}
