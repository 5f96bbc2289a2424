// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Undoes the changes of locks after each test method, so that tests with a common
 * application context are independent. Runs after the transaction of the test has ended,
 * and after methods annotated with {@code @AfterEach}.
 */
final class ResetTestLocksTestExecutionListener extends AbstractTestExecutionListener {

	/**
	 * Precedes the listener of transactions, so that its end follows theirs.
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
