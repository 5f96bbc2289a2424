// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.faults.node.method.LockedWork;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Numbers in a database, which transactions add to. Nothing in the table keeps two
 * transactions from adding to the same number: the lock does, or the fencing guard.
 */
class Ledger {

	private static final int COMMIT_MICROS = 4000;

	private final JdbcTemplate database;

	private final TransactionTemplate transactions;

	Ledger(JdbcTemplate database, TransactionTemplate transactions) {
		this.database = database;
		this.transactions = transactions;
		create();
	}

	/**
	 * Several nodes may create the table at one time, all but one of which fail.
	 */
	private void create() {
		try {
			this.database
				.execute("create table if not exists faults_ledger (id varchar(100) primary key, number bigint)");
		}
		catch (DataAccessException ex) {
			this.database.queryForList("select id from faults_ledger where 1 = 0");
		}
	}

	void open(String key) {
		this.database.update("insert into faults_ledger (id, number) values (?, 0) on conflict do nothing", key);
	}

	/**
	 * Add in a transaction of a holder that goes on when its lock is lost: the guard
	 * alone refuses it then.
	 * @return the number that was committed
	 */
	@DistributedLock(key = "#key", fenced = true, onLost = OnLost.IGNORE)
	@Transactional
	long addFenced(String key, LockedWork work) {
		return add(key, LockContext.current().orElseThrow(), work);
	}

	/**
	 * Add under a lock that is acquired in a transaction, which goes on for a while after
	 * it.
	 * @return the number that was committed
	 */
	long addJoined(LockTemplate template, LockRequest request, LockedWork work) {
		return Objects.requireNonNull(this.transactions.execute((status) -> {
			long number = template.execute(request, (lock) -> add(request.keys().get(0), lock, work));
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(ThreadLocalRandom.current().nextInt(COMMIT_MICROS)));
			return number;
		}));
	}

	private long add(String key, HeldLock lock, LockedWork work) {
		long number = Objects.requireNonNull(
				this.database.queryForObject("select number from faults_ledger where id = ?", Long.class, key)) + 1;
		work.run(lock);
		this.database.update("update faults_ledger set number = ? where id = ?", number, key);
		return number;
	}

}
