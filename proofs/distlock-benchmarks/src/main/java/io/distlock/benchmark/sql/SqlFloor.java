// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import io.distlock.benchmark.measure.Contestant;

/**
 * The least that a lock can ask of a table: a row is inserted, and deleted, each in a
 * transaction of its own. As many connections as threads, each with two prepared
 * statements.
 */
final class SqlFloor implements Contestant {

	private final DataSource database;

	private final Deque<Statements> free = new ConcurrentLinkedDeque<>();

	private final List<Connection> connections = new CopyOnWriteArrayList<>();

	SqlFloor(DataSource database) throws SQLException {
		this.database = database;
		try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
			statement.execute("create table bench_floor (name varchar(200) primary key, owner varchar(64) not null)");
		}
	}

	@Override
	public String name() {
		return FLOOR + "insert, delete";
	}

	@Override
	public void cycle(String key) throws Exception {
		Statements free = this.free.poll();
		Statements own = (free != null) ? free : open();
		own.insert.setString(1, key);
		own.insert.setString(2, "owner");
		own.delete.setString(1, key);
		if (own.insert.executeUpdate() != 1 || own.delete.executeUpdate() != 1) {
			throw new IllegalStateException("The floor does not work");
		}
		this.free.push(own);
	}

	private Statements open() throws SQLException {
		Connection connection = this.database.getConnection();
		this.connections.add(connection);
		return new Statements(connection.prepareStatement("insert into bench_floor (name, owner) values (?, ?)"),
				connection.prepareStatement("delete from bench_floor where name = ?"));
	}

	@Override
	public void close() throws SQLException {
		for (Connection connection : this.connections) {
			connection.close();
		}
	}

	/**
	 * The statements of a connection.
	 *
	 * @param insert makes the row
	 * @param delete removes it
	 */
	private record Statements(PreparedStatement insert, PreparedStatement delete) {

	}

}
