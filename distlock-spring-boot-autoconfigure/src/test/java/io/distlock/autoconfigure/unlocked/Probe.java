// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Looks into the store from a connection of its own, to see whether a lock is held while
 * the body of a locked method runs.
 */
public final class Probe {

	static final String URL = "jdbc:h2:mem:unlocked;DB_CLOSE_DELAY=-1";

	/**
	 * One owner is in the row of the lock, several are in rows of their own.
	 */
	private static final String HELD = """
			select (select count(*) from DISTLOCK_LOCK where expires_at <> 0 and owner <> '~')
			+ (select count(*) from DISTLOCK_HOLDER where member_id not like '!%')""";

	private static final List<Integer> held = new CopyOnWriteArrayList<>();

	private Probe() {
	}

	/**
	 * Called by every body.
	 * @return how many locks are held now
	 */
	public static int look() {
		int locks = count();
		held.add(locks);
		return locks;
	}

	private static int count() {
		try (Connection connection = DriverManager.getConnection(URL);
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(HELD)) {
			result.next();
			return result.getInt(1);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static void reset() {
		held.clear();
	}

	/**
	 * Return what the bodies saw, in their order.
	 */
	static List<Integer> seen() {
		return List.copyOf(held);
	}

}
