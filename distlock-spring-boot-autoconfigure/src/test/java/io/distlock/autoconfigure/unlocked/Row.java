// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.util.function.Consumer;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * One way to write a lock.
 *
 * @param name what is special about it
 * @param expected what becomes of it
 * @param setUp prepares the context
 * @param call calls the locked method
 */
record Row(String name, Outcome expected, Consumer<AnnotationConfigApplicationContext> setUp, Call call) {

	/**
	 * Run the row again with proxies of interfaces.
	 */
	Row withInterfaceProxies() {
		return new Row(this.name + ", by proxies of interfaces", this.expected,
				this.setUp.andThen((context) -> context.getEnvironment()
					.getSystemProperties()
					.put("spring.aop.proxy-target-class", "false")),
				this.call);
	}

	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * What may become of a lock that was written. There is no fourth way.
	 */
	enum Outcome {

		LOCKED, REFUSED_AT_START, FAILED_AT_THE_CALL

	}

	@FunctionalInterface
	interface Call {

		void on(AnnotationConfigApplicationContext context) throws Throwable;

	}

	@FunctionalInterface
	interface BeanCall<T> {

		void on(T bean) throws Throwable;

	}

}
