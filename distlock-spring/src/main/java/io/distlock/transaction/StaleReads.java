// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import java.sql.Connection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Finds locks that come too late: those that are acquired where a transaction with a
 * snapshot, or a persistence context with entities, may be older than the lock, so that
 * the work decides by what was there before.
 *
 * @since 0.1.0
 */
public final class StaleReads {

	private static final Logger logger = LoggerFactory.getLogger(StaleReads.class);

	private static final boolean JDBC = ClassUtils.isPresent("org.springframework.jdbc.datasource.ConnectionHolder",
			StaleReads.class.getClassLoader());

	private static final String MESSAGE = "Lock '%s' of %s was acquired too late: %s, so the method may act on stale data. %s Or set distlock.transaction.inside=%s";

	private final InsideTransaction policy;

	private final @Nullable DefaultIsolation defaults = JDBC ? new DefaultIsolation() : null;

	private final PersistenceContexts contexts = new PersistenceContexts();

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	/**
	 * Create an instance.
	 * @param policy what happens to such locks
	 */
	public StaleReads(InsideTransaction policy) {
		this.policy = policy;
	}

	/**
	 * Check the transaction and persistence context of this thread before a lock is
	 * acquired.
	 * @param request what is to be locked
	 * @param suspended whether the transaction of this thread, and what belongs to it, is
	 * suspended before the work begins
	 * @throws StaleReadException if the lock is refused
	 */
	void check(LockRequest request, boolean suspended) {
		if (this.policy == InsideTransaction.ALLOW || suspended) {
			return;
		}
		Finding finding = find();
		if (finding != null) {
			report(request, finding);
		}
	}

	private @Nullable Finding find() {
		String loaded = this.contexts.findLoaded();
		boolean inTransaction = TransactionSynchronizationManager.isActualTransactionActive();
		if (loaded != null && !inTransaction) {
			return new Finding(loaded,
					"Set spring.jpa.open-in-view=false, load nothing before the lock, or clear() the EntityManager first.");
		}
		String snapshot = inTransaction ? findSnapshot() : null;
		String older = (snapshot != null) ? snapshot : loaded;
		return (older != null) ? new Finding(older,
				"Acquire the lock before the transaction begins: on the method that begins it, or in its caller. A locked method may also have a transaction of its own, by @Transactional(propagation = Propagation.REQUIRES_NEW).")
				: null;
	}

	/**
	 * Describe the transaction.
	 * @return the description, or {@code null} if each of its statements reads what is
	 * committed by then
	 */
	private @Nullable String findSnapshot() {
		Integer declared = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
		int level = (declared != null) ? declared : defaultLevel();
		return (level >= Connection.TRANSACTION_REPEATABLE_READ)
				? "a transaction of isolation %s was already active".formatted(name(level)) : null;
	}

	private int defaultLevel() {
		return (this.defaults != null) ? this.defaults.current() : Connection.TRANSACTION_NONE;
	}

	private static String name(int level) {
		return switch (level) {
			case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
			case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
			default -> "SNAPSHOT";
		};
	}

	private void report(LockRequest request, Finding finding) {
		String key = request.keys().get(0);
		String site = LockedMethod.requesting().map(LockedMethod::toString).orElseGet(CallSite::find);
		if (this.policy == InsideTransaction.FAIL) {
			throw new StaleReadException(key, message(key, site, finding, "allow, if that is safe"));
		}
		if (this.warned.add(site)) {
			logger.warn(message(key, site, finding,
					"fail to refuse such locks, or =allow if that is safe. This is logged once for each place"));
		}
	}

	private static String message(String key, String site, Finding finding, String setting) {
		return MESSAGE.formatted(LockKey.shown(key), site, finding.older(), finding.remedy(), setting);
	}

	/**
	 * Something that is older than the lock.
	 *
	 * @param older what it is
	 * @param remedy what to do about it
	 */
	private record Finding(String older, String remedy) {

	}

}
