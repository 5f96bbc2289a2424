package io.distlock.benchmark.measure;

/**
 * Something that locks: a product in one of its modes, or a floor that does the least
 * that a store can be asked to do.
 */
public interface Contestant extends AutoCloseable {

	/**
	 * Return what the tables call it.
	 */
	String name();

	/**
	 * Lock a key and release it, waiting for as long as it takes.
	 */
	void cycle(String key) throws Exception;

	@Override
	default void close() throws Exception {
	}

	/**
	 * Name a body that locks.
	 */
	static Contestant of(String name, Cycle cycle) {
		return of(name, cycle, () -> {
		});
	}

	/**
	 * Name a body that locks, and say what to close at the end.
	 */
	static Contestant of(String name, Cycle cycle, AutoCloseable resource) {
		return new Contestant() {

			@Override
			public String name() {
				return name;
			}

			@Override
			public void cycle(String key) throws Exception {
				cycle.run(key);
			}

			@Override
			public void close() throws Exception {
				resource.close();
			}

		};
	}

	/**
	 * Locks a key and releases it.
	 */
	interface Cycle {

		void run(String key) throws Exception;

	}

}
