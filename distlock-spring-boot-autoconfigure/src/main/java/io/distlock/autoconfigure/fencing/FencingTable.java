// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import java.util.Set;

import javax.sql.DataSource;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.fencing.FencedTransactions;
import io.distlock.fencing.FencingGuard;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Looks for the table of tokens when all beans are there, and so after the application's
 * own migrations; but only if a method is fenced. An application that calls the guard
 * itself learns of a missing table at the first check.
 */
final class FencingTable implements SmartInitializingSingleton {

	private final ObjectProvider<DataSource> dataSources;

	private final ObjectProvider<FencingGuard> guard;

	private final FencedTransactions fenced;

	FencingTable(ObjectProvider<DataSource> dataSources, ObjectProvider<FencingGuard> guard,
			FencedTransactions fenced) {
		this.dataSources = dataSources;
		this.guard = guard;
		this.fenced = fenced;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.fenced.isExpected() && !this.fenced.unchecked().isEmpty()) {
			throw unchecked(this.fenced.unchecked());
		}
		if (this.fenced.isExpected() && this.dataSources.getIfUnique() != null) {
			this.guard.getObject().verify();
		}
	}

	private static LockConfigurationException unchecked(Set<String> managers) {
		return new LockConfigurationException(
				"A method is fenced, and its token could not be checked in the transactions of %s, which does not support listeners."
					.formatted(String.join(", ", managers)),
				"Use a transaction manager that extends AbstractPlatformTransactionManager; or leave 'fenced' out, and call FencingGuard.check(lock) as the first statement of each transaction.");
	}

	/**
	 * Return the database of the guard where nothing else is said.
	 */
	static DataSource only(ObjectProvider<DataSource> dataSources) {
		DataSource dataSource = dataSources.getIfUnique();
		if (dataSource == null) {
			throw new LockConfigurationException(
					"There are several DataSource beans, and the fencing guard cannot decide which one to use.",
					"Mark one as @Primary, or ask FencingGuard.on(DataSource) for the guard of the one that holds the data.");
		}
		return dataSource;
	}

}
