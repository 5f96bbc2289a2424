package io.distlock.fencing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.jdbc.FenceTable;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * The stored tokens of one database.
 */
final class Fence implements AutoCloseable {

	private final DataSource dataSource;

	private final FencingSettings settings;

	private final BooleanSupplier createsTable;

	private final FenceTable table;

	private volatile boolean ready;

	Fence(DataSource dataSource, FencingSettings settings, BooleanSupplier createsTable) {
		this.dataSource = dataSource;
		this.settings = settings;
		this.createsTable = createsTable;
		this.table = new FenceTable(dataSource, settings.tablePrefix(), settings.purgeAfter());
	}

	void verify() {
		if (this.createsTable.getAsBoolean()) {
			this.table.create();
		}
		this.table.verify();
		this.ready = true;
	}

	void check(HeldLock lock) {
		SortedMap<LockKey, Long> tokens = new TreeMap<>();
		lock.fencingTokens().forEach((key, token) -> tokens.put(key(key), token));
		LockedRows rows = LockedRows.current(this, this.dataSource);
		tokens.entrySet().removeIf((entry) -> rows.relyOnOuter(entry.getKey(), entry.getValue()));
		confirm(rows, tokens);
		if (tokens.isEmpty()) {
			return;
		}
		try {
			raise(lock, tokens, rows.mark());
			rows.add(tokens);
		}
		catch (LockStoreException ex) {
			throw failed(lock.key(), ex);
		}
	}

	/**
	 * Leave out what this transaction has locked already, if it still has.
	 */
	private void confirm(LockedRows rows, SortedMap<LockKey, Long> tokens) {
		Set<LockKey> locked = new TreeSet<>(tokens.keySet());
		locked.removeIf((key) -> !rows.contain(key, tokens.getOrDefault(key, 0L)));
		confirm(locked, rows.mark());
		tokens.keySet().removeAll(locked);
	}

	/**
	 * Check that the transaction of this thread is still the one that has locked rows.
	 * @param keys the keys of the rows
	 * @param mark what it has written there
	 */
	void confirm(Set<LockKey> keys, long mark) {
		if (keys.isEmpty()) {
			return;
		}
		try {
			Connection connection = DataSourceUtils.getConnection(this.dataSource);
			try {
				confirm(connection, keys, mark);
			}
			finally {
				DataSourceUtils.releaseConnection(connection, this.dataSource);
			}
		}
		catch (CannotGetJdbcConnectionException ex) {
			throw failed(names(keys), ex);
		}
	}

	/**
	 * Check that a transaction is still the one that has locked rows.
	 * @param connection the connection of that transaction
	 * @param keys the keys of the rows
	 * @param mark what it has written there
	 */
	void confirm(Connection connection, Set<LockKey> keys, long mark) {
		LockKey gone = gone(connection, keys, mark);
		if (gone != null) {
			throw new FencingException(gone.name(),
					"The transaction has lost the row of '%s' in the table '%s' since its check: the database has undone it, as the victim of a deadlock for example, or a statement has committed it early, as definitions of tables do. Let such errors end the transaction, and begin a new one"
						.formatted(gone, this.table.name()),
					null);
		}
	}

	private @Nullable LockKey gone(Connection connection, Set<LockKey> keys, long mark) {
		try {
			return this.table.confirm(connection, keys, mark);
		}
		catch (LockStoreException ex) {
			throw failed(names(keys), ex);
		}
	}

	/**
	 * Check that nobody has committed a higher token.
	 */
	void checkStored(Map<LockKey, Long> tokens) {
		try {
			tokens.keySet().forEach((key) -> checkStored(tokens, key));
		}
		catch (LockStoreException ex) {
			throw failed(names(tokens.keySet()), ex);
		}
	}

	void advance(String key, long token) {
		try {
			prepare();
			this.table.advance(key(key), token);
		}
		catch (LockStoreException ex) {
			throw failed(key, ex);
		}
	}

	int purge() {
		return this.table.purge();
	}

	@Override
	public void close() {
		this.table.close();
	}

	private void prepare() {
		if (!this.ready) {
			verify();
		}
	}

	private void raise(HeldLock lock, SortedMap<LockKey, Long> tokens, long mark) {
		Connection connection = connection(lock);
		try {
			prepare();
			this.table.prepare(tokens);
			LockKey refused = this.table.raise(connection, tokens, mark, this.settings.lockTimeout());
			if (refused != null) {
				raiseAgain(connection, tokens, mark, refused);
			}
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	/**
	 * A row that was there may be gone, for example by hand; then it is made once more.
	 */
	private void raiseAgain(Connection connection, SortedMap<LockKey, Long> tokens, long mark, LockKey refused) {
		checkStored(tokens, refused);
		this.table.prepare(tokens);
		LockKey again = this.table.raise(connection, tokens, mark, this.settings.lockTimeout());
		if (again != null) {
			checkStored(tokens, again);
			throw new FencingException(again.name(), invisible(again), null);
		}
	}

	private void checkStored(Map<LockKey, Long> tokens, LockKey refused) {
		long token = tokens.getOrDefault(refused, 0L);
		OptionalLong stored = this.table.stored(refused);
		if (stored.isPresent() && stored.getAsLong() > token) {
			throw new StaleFencingTokenException(refused.name(), token, stored.getAsLong());
		}
	}

	/**
	 * Say why a row that was made on a connection of our own is not there in the
	 * transaction.
	 */
	private String invisible(LockKey key) {
		String reason = JdbcTransactions.isRouting(this.dataSource)
				? "was made on another connection: the DataSource chooses among several by what is set on the thread, and the guard has got another one than the transaction. Give the transaction manager the DataSource that is meant, and ask FencingGuard.on(DataSource) for its guard"
				: "is younger than what it has read before. Try again; the row is kept. To need no second try, check the token as the first statement, or all keys at once, or use READ COMMITTED";
		return "The transaction does not see the row of '%s' in the table '%s', which %s".formatted(key,
				this.table.name(), reason);
	}

	private Connection connection(HeldLock lock) {
		boolean joined = JdbcTransactions.canJoin(this.dataSource);
		try {
			Connection connection = DataSourceUtils.getConnection(this.dataSource);
			if (joined && !connection.getAutoCommit()) {
				return connection;
			}
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
		catch (CannotGetJdbcConnectionException | SQLException ex) {
			throw failed(lock.key(), ex);
		}
		throw new FencingException(lock.key(),
				"The fencing token of lock '%s' cannot be checked: the transaction of this thread is not one of the guard's DataSource. Use its transaction manager, or FencingGuard.on(DataSource) with the one that the transaction is of"
					.formatted(LockKey.shown(lock.key())),
				null);
	}

	private LockKey key(String key) {
		return new LockKey(this.settings.keyPrefix(), key);
	}

	private static String names(Set<LockKey> keys) {
		return keys.stream().map(LockKey::name).collect(Collectors.joining(", "));
	}

	private static FencingException failed(String key, Exception ex) {
		return new FencingException(key, "The fencing token of lock '%s' could not be checked. %s"
			.formatted(LockKey.shown(key), ex.getMessage()), ex);
	}

}
