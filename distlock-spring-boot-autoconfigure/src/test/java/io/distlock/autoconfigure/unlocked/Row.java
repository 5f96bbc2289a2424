package io.distlock.autoconfigure.unlocked;

import java.util.Arrays;
import java.util.List;
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
	 * The method runs, and the lock is seen in the store.
	 */
	static <T> Row locked(String name, Class<T> bean, BeanCall<T> call, Class<?>... more) {
		return new Row(name, Outcome.LOCKED, register(bean, more), (context) -> call.on(context.getBean(bean)));
	}

	/**
	 * The method runs, and the lock is seen in the store.
	 */
	static Row locked(String name, Consumer<AnnotationConfigApplicationContext> setUp, Call call) {
		return new Row(name, Outcome.LOCKED, setUp, call);
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
		return new Row(name, Outcome.REFUSED_AT_START, setUp, (context) -> {
		});
	}

	/**
	 * The call ends in an exception of the library.
	 */
	static <T> Row fails(String name, Class<T> bean, BeanCall<T> call, Class<?>... more) {
		return new Row(name, Outcome.FAILED_AT_THE_CALL, register(bean, more),
				(context) -> call.on(context.getBean(bean)));
	}

	private static Consumer<AnnotationConfigApplicationContext> register(Class<?> bean, Class<?>... more) {
		return (context) -> {
			context.register(bean);
			Arrays.stream(more).forEach(context::register);
		};
	}

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

	static List<Row> list(Row... rows) {
		return List.of(rows);
	}

}
