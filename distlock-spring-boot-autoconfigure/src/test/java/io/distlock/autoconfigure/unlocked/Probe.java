/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
