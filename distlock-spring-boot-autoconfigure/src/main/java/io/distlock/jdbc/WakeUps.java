package io.distlock.jdbc;

/**
 * Where a waiting node hears that a lock was released.
 */
interface WakeUps extends AutoCloseable {

	/**
	 * For databases that tell nobody: their nodes poll.
	 */
	WakeUps NONE = new WakeUps() {

		@Override
		public void add(String key, Runnable wakeUp) {
		}

		@Override
		public void remove(String key, Runnable wakeUp) {
		}

		@Override
		public boolean isLive() {
			return false;
		}

		@Override
		public void close() {
		}

	};

	/**
	 * Begin to wake somebody who waits for a key.
	 * @param key the encoded key
	 * @param wakeUp what to call
	 */
	void add(String key, Runnable wakeUp);

	void remove(String key, Runnable wakeUp);

	/**
	 * Tell whether a release that happens from now on is heard.
	 * @return whether there is no need to poll often
	 */
	boolean isLive();

	@Override
	void close();

}
