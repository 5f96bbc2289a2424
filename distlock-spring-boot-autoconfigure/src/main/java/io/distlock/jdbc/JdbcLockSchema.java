package io.distlock.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import io.distlock.provider.LockStoreException;

import org.springframework.core.io.ClassPathResource;
import org.springframework.util.StreamUtils;

/**
 * The lock table of the JDBC provider: its definition for the database at hand, and
 * whether it is there. The scripts lie beside this class, as
 * {@code schema-<platform>.sql} and {@code schema-drop-<platform>.sql}.
 *
 * @since 0.1.0
 */
public final class JdbcLockSchema {

	private final DataSource dataSource;

	private final String tablePrefix;

	/**
	 * Create the schema of one lock table. Opens no connection.
	 * @param dataSource the database
	 * @param tablePrefix the prefix of the table, as in {@link JdbcLockSettings}
	 */
	public JdbcLockSchema(DataSource dataSource, String tablePrefix) {
		JdbcLockSettings.checkTablePrefix(tablePrefix);
		this.dataSource = dataSource;
		this.tablePrefix = tablePrefix;
	}

	/**
	 * Return the name of the table.
	 * @return the name, with the schema if one is configured
	 */
	public String tableName() {
		return this.tablePrefix + "LOCK";
	}

	/**
	 * Return the database's name as schema scripts have it, such as {@code postgresql}.
	 * @return the name
	 * @throws LockStoreException if the database did not answer, or is not supported
	 */
	public String platform() {
		return with((connection, platform) -> platform.id());
	}

	/**
	 * Return the statement that creates the table.
	 * @return the statement, without a semicolon
	 * @throws LockStoreException if the database did not answer, or is not supported
	 */
	public String createStatement() {
		return with((connection, platform) -> createStatement(platform, this.tablePrefix));
	}

	/**
	 * Return the statement that drops the table.
	 * @return the statement, without a semicolon
	 * @throws LockStoreException if the database did not answer, or is not supported
	 */
	public String dropStatement() {
		return with((connection, platform) -> script("schema-drop-", platform, this.tablePrefix));
	}

	/**
	 * Create the table unless it is there. Several nodes may do so at once.
	 * @throws LockTableMissingException if it could not be created
	 * @throws LockStoreException if the database did not answer, or is not supported
	 */
	public void create() {
		with(this::create);
	}

	/**
	 * Check that the table is there, with all its columns.
	 * @throws LockTableMissingException if it is not
	 * @throws LockStoreException if the database did not answer, or is not supported
	 */
	public void verify() {
		with(this::verify);
	}

	static String createStatement(Platform platform, String tablePrefix) {
		return script("schema-", platform, tablePrefix);
	}

	private boolean create(Connection connection, Platform platform) throws SQLException {
		if (exists(connection, platform)) {
			return true;
		}
		try {
			SessionDataSource.execute(connection, createStatement(platform, this.tablePrefix));
			return true;
		}
		catch (SQLException ex) {
			// Where another node was faster, the table is there now.
			if (exists(connection, platform)) {
				return true;
			}
			throw new LockTableMissingException(tableName(), createStatement(platform, this.tablePrefix), ex);
		}
	}

	private boolean verify(Connection connection, Platform platform) throws SQLException {
		try {
			SessionDataSource.execute(connection, new LockSql(platform, tableName()).probe());
			return true;
		}
		catch (SQLException ex) {
			if (SqlErrors.isMissingTable(ex)) {
				throw new LockTableMissingException(tableName(), createStatement(platform, this.tablePrefix), ex);
			}
			throw ex;
		}
	}

	private boolean exists(Connection connection, Platform platform) throws SQLException {
		try {
			return verify(connection, platform);
		}
		catch (LockTableMissingException ex) {
			return false;
		}
	}

	private <T> T with(Task<T> task) {
		try (Connection connection = this.dataSource.getConnection()) {
			boolean autoCommit = connection.getAutoCommit();
			connection.setAutoCommit(true);
			try {
				return task.apply(connection, Platform.of(connection));
			}
			finally {
				connection.setAutoCommit(autoCommit);
			}
		}
		catch (SQLException ex) {
			throw new LockStoreException(
					"Could not look for the lock table '%s'; check the DataSource and its user. (%s)"
						.formatted(tableName(), ex.getMessage()),
					SqlErrors.ofConnecting(ex), ex);
		}
	}

	private static String script(String name, Platform platform, String tablePrefix) {
		ClassPathResource resource = new ClassPathResource(name + platform.id() + ".sql", JdbcLockSchema.class);
		try {
			String script = StreamUtils.copyToString(resource.getInputStream(), StandardCharsets.UTF_8).strip();
			String statement = script.endsWith(";") ? script.substring(0, script.length() - 1) : script;
			return statement.replace(JdbcLockSettings.DEFAULT_TABLE_PREFIX, tablePrefix);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private interface Task<T> {

		T apply(Connection connection, Platform platform) throws SQLException;

	}

}
