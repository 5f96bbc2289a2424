// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;

import io.distlock.LockRequest;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LockLifetime;
import io.distlock.transactional.TransactionLocks;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Locks that end with their transaction.
 */
@Service
public class TransactionLockedStock {

	private final JdbcClient jdbc;

	private final TransactionLocks locks;

	TransactionLockedStock(JdbcClient jdbc, TransactionLocks locks) {
		this.jdbc = jdbc;
		this.locks = locks;
	}

	// tag::annotation[]
	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "stock", key = "#item", lifetime = LockLifetime.TRANSACTION)
	public boolean takeOne(String item) {
		int units = units(item);
		return units > 0 && store(item, units - 1);
	}
	// end::annotation[]

	// tag::code[]
	@Transactional(isolation = Isolation.READ_COMMITTED)
	public void move(String from, String to) {
		// First lock, then read.
		this.locks.lock(LockRequest.ofAll(List.of("stock:" + from, "stock:" + to)));
		store(from, units(from) - 1);
		store(to, units(to) + 1);
	}
	// end::code[]

	private int units(String item) {
		return this.jdbc.sql("select units from stock where item = ?").param(item).query(Integer.class).single();
	}

	private boolean store(String item, int units) {
		return this.jdbc.sql("update stock set units = ? where item = ?").params(units, item).update() == 1;
	}

}
