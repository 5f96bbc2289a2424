package io.distlock.redis;

/**
 * A thread for one task that may wait for a server.
 */
final class DaemonThread {

	private DaemonThread() {
	}

	static void start(Runnable task) {
		Thread thread = new Thread(task, "distlock-redis-connect");
		thread.setDaemon(true);
		thread.start();
	}

}
