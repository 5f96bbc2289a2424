// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Undoes after each test method what it did to the locks, so that tests that share an
 * application context do not find each other's. Runs after the transaction of the test
 * has ended, and after the methods annotated with {@code @AfterEach}.
 */
final class ResetTestLocksTestExecutionListener extends AbstractTestExecutionListener {

	/**
	 * Before that of transactions, so that its end comes after theirs.
	 */
	private static final int ORDER = 3900;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void afterTestMethod(TestContext testContext) {
		if (testContext.hasApplicationContext()) {
			reset(testContext.getApplicationContext());
		}
	}

	private static void reset(ApplicationContext context) {
		context.getBeanProvider(TestLocks.class).ifAvailable(TestLocks::reset);
	}

}
