package io.distlock.fencing;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

import javax.sql.DataSource;

import io.distlock.provider.LockKey;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The rows that one transaction of this thread has locked by a check. They are known
 * while it is suspended, too: an inner transaction is as safe as the outer one, since
 * nobody newer can pass before that one ends, and it would wait for the row in vain.
 */
final class LockedRows implements TransactionSynchronization {

	private final DataSource dataSource;

	private final Map<LockKey, Long> tokens;

	private final Set<Object> laterSavepoints = Collections.newSetFromMap(new IdentityHashMap<>());

	private LockedRows(DataSource dataSource, Map<LockKey, Long> tokens) {
		this.dataSource = dataSource;
		this.tokens = tokens;
	}

	/**
	 * Return whether a row is locked with a token already.
	 * @throws StaleFencingTokenException if it is locked with a higher one
	 */
	static boolean contain(DataSource dataSource, LockKey key, long token) {
		if (!(TransactionSynchronizationManager.getResource(new Row(dataSource, key)) instanceof Long checked)) {
			return false;
		}
		if (checked > token) {
			throw new StaleFencingTokenException(key.name(), token, checked);
		}
		return checked == token;
	}

	/**
	 * Remember rows until the transaction ends.
	 */
	static void add(DataSource dataSource, Map<LockKey, Long> tokens) {
		if (!TransactionSynchronizationManager.isSynchronizationActive()) {
			return;
		}
		LockedRows rows = new LockedRows(dataSource, tokens);
		TransactionSynchronizationManager.registerSynchronization(rows);
		tokens.forEach((key, token) -> {
			TransactionSynchronizationManager.unbindResourceIfPossible(new Row(dataSource, key));
			TransactionSynchronizationManager.bindResource(new Row(dataSource, key), token);
		});
	}

	@Override
	public void savepoint(Object savepoint) {
		this.laterSavepoints.add(savepoint);
	}

	/**
	 * A check is undone with everything else that came after the savepoint.
	 */
	@Override
	public void savepointRollback(Object savepoint) {
		if (!this.laterSavepoints.contains(savepoint)) {
			forget();
		}
	}

	@Override
	public void afterCompletion(int status) {
		forget();
	}

	private void forget() {
		this.tokens.keySet()
			.forEach(
					(key) -> TransactionSynchronizationManager.unbindResourceIfPossible(new Row(this.dataSource, key)));
	}

	private record Row(DataSource dataSource, LockKey key) {

	}

}
