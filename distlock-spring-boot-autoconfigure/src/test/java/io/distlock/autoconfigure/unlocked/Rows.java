// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.util.Arrays;
import java.util.function.Consumer;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Words for rows.
 */
abstract class Rows {

	/**
	 * The method runs, and the lock is seen in the store.
	 */
	static <T> Row locked(String name, Class<T> bean, Row.BeanCall<T> call, Class<?>... more) {
		return new Row(name, Row.Outcome.LOCKED, register(bean, more), (context) -> call.on(context.getBean(bean)));
	}

	/**
	 * The method runs, and the lock is seen in the store.
	 */
	static Row locked(String name, Consumer<AnnotationConfigApplicationContext> setUp, Row.Call call) {
		return new Row(name, Row.Outcome.LOCKED, setUp, call);
	}

	/**
	 * The application does not start.
	 */
	static Row refused(String name, Class<?> bean, Class<?>... more) {
		return refused(name, register(bean, more));
	}

	/**
	 * The application does not start.
	 */
	static Row refused(String name, Consumer<AnnotationConfigApplicationContext> setUp) {
		return new Row(name, Row.Outcome.REFUSED_AT_START, setUp, (context) -> {
		});
	}

	/**
	 * The call ends in an exception of the library.
	 */
	static <T> Row fails(String name, Class<T> bean, Row.BeanCall<T> call, Class<?>... more) {
		return new Row(name, Row.Outcome.FAILED_AT_THE_CALL, register(bean, more),
				(context) -> call.on(context.getBean(bean)));
	}

	private static Consumer<AnnotationConfigApplicationContext> register(Class<?> bean, Class<?>... more) {
		return (context) -> {
			context.register(bean);
			Arrays.stream(more).forEach(context::register);
		};
	}

}
