// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.contract.process.HolderProcess;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Another node, in a JVM of its own.
 */
public final class JdbcHolder {

	private JdbcHolder() {
	}

	public static void main(String[] args) throws Exception {
		HolderProcess.run(new JdbcStore(new DriverManagerDataSource(args[0], args[1], "")), args[2]);
	}

}
