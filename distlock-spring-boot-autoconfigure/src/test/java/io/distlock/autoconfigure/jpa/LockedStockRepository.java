// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jpa;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;

import org.springframework.data.repository.CrudRepository;
import org.springframework.transaction.annotation.Transactional;

/**
 * A repository that sells under a lock, and has a job.
 */
interface LockedStockRepository extends CrudRepository<Stock, String> {

	@Transactional
	@DistributedLock(name = "stock", key = "#item")
	default boolean takeOne(String item) {
		Stock stock = findById(item).orElseThrow();
		if (stock.units() == 0) {
			return false;
		}
		stock.take();
		save(stock);
		return true;
	}

	@Transactional
	@ClusterScheduled(name = "restock", cron = "-")
	default void restock() {
		save(new Stock("teapot", 1));
	}

}
