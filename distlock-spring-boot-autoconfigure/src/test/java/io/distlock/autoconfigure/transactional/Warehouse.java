// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.transactional;

import java.util.Collection;

import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LockLifetime;
import io.distlock.annotation.OnBusy;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Methods that are locked for their transaction.
 */
class Warehouse {

	private final JdbcTemplate jdbc;

	Warehouse(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION, waitTime = "30s")
	boolean sell(String item, int buyer) {
		Integer units = this.jdbc.queryForObject("select units from stock where item = ?", Integer.class, item);
		if (units == 0) {
			return false;
		}
		this.jdbc.update("insert into sale values (?)", buyer);
		this.jdbc.update("update stock set units = ? where item = ?", units - 1, item);
		return true;
	}

	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION)
	@Transactional(isolation = Isolation.READ_COMMITTED)
	void run(String item, Runnable work) {
		work.run();
	}

	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "stock", key = "#items", lifetime = LockLifetime.TRANSACTION)
	void runForAll(Collection<String> items, Runnable work) {
		work.run();
	}

	@Transactional(isolation = Isolation.READ_COMMITTED, propagation = Propagation.REQUIRES_NEW)
	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION, waitTime = "30s")
	void runInNew(String item, Runnable work) {
		work.run();
	}

	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION)
	void runWithoutTransaction(String item, Runnable work) {
		work.run();
	}

	@Transactional(propagation = Propagation.SUPPORTS)
	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION)
	void runInThatOfTheCaller(String item, Runnable work) {
		work.run();
	}

	@Transactional(isolation = Isolation.REPEATABLE_READ)
	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION)
	void repeatable(String item, Runnable work) {
		work.run();
	}

	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION, waitTime = "0",
			onBusy = OnBusy.SKIP)
	void skip(String item, Runnable work) {
		work.run();
	}

	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION, waitTime = "0",
			fallbackMethod = "busy")
	String orElse(String item, Runnable work) {
		work.run();
		return "done";
	}

	String busy(String item, Runnable work, LockNotAcquiredException reason) {
		return reason.getKey() + " is busy, in a transaction: "
				+ TransactionSynchronizationManager.isActualTransactionActive();
	}

	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "stock", key = "#item", condition = "#item != 'free'", lifetime = LockLifetime.TRANSACTION)
	void runIf(String item, Runnable work) {
		work.run();
	}

}
