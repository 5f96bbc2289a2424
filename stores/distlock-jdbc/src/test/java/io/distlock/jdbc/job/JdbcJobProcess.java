// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.contract.job.JobProcess;
import io.distlock.jdbc.contract.JdbcStore;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Another node with jobs, in a JVM of its own.
 */
public final class JdbcJobProcess {

	private JdbcJobProcess() {
	}

	public static void main(String[] args) throws Exception {
		JobProcess.run(new JdbcStore(new DriverManagerDataSource(args[0], args[1], "")), args[2]);
	}

}
