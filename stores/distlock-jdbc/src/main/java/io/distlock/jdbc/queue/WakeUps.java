// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.queue;

/**
 * Source of the notification that it is a waiting node's turn.
 *
 * @since 0.1.0
 */
public interface WakeUps extends AutoCloseable {

	/**
	 * For databases without notifications: their nodes poll.
	 */
	WakeUps NONE = new WakeUps() {

		@Override
		public void add(String key, Runnable wakeUp) {
		}

		@Override
		public void remove(String key, Runnable wakeUp) {
		}

		@Override
		public long node() {
			return 0;
		}

		@Override
		public void woken(String key, long lastToken) {
		}

		@Override
		public void close() {
		}

	};

	/**
	 * Begin to wake a waiter of a key.
	 * @param key the encoded key
	 * @param wakeUp what to call
	 */
	void add(String key, Runnable wakeUp);

	/**
	 * Wake it no longer.
	 * @param key the encoded key
	 * @param wakeUp what is not to be called any more
	 */
	void remove(String key, Runnable wakeUp);

	/**
	 * Return where this node hears from now on, for its place in the queue.
	 * @return the address; zero if it hears nothing, and has to poll
	 */
	long node();

	/**
	 * See to it that a lock does not stay free because the node that was woken does not
	 * come.
	 * @param key the encoded key
	 * @param lastToken the last token under which it was released
	 */
	void woken(String key, long lastToken);

	@Override
	void close();

}
