package io.distlock.redis;

/**
 * How a node that waits hears of a release. It marks the lock with that, so that whoever
 * releases it tells nodes on any client, and of any version, in their own way.
 */
enum Hearing {

	/**
	 * Not at all: it asks again and again.
	 */
	NOTHING("-"),

	/**
	 * By messages to all nodes of the server.
	 */
	PLAIN("p"),

	/**
	 * By messages that stay in the lock's shard of a cluster.
	 */
	SHARDED("s");

	private final String mark;

	Hearing(String mark) {
		this.mark = mark;
	}

	String mark() {
		return this.mark;
	}

}
