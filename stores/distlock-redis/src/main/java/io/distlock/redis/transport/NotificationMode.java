// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.transport;

/**
 * How a waiting node is notified of a release. Its place in the queue begins with that,
 * so that the releasing node notifies nodes with any client in their own way.
 *
 * @since 0.1.0
 */
public enum NotificationMode {

	/**
	 * Not at all: it asks again and again.
	 */
	NOTHING("-"),

	/**
	 * By messages of the server, which knows how many hear them.
	 */
	PLAIN("p"),

	/**
	 * By messages to all servers of a cluster.
	 */
	CLUSTER("c"),

	/**
	 * By messages that stay in the lock's shard of a cluster, which knows how many hear
	 * them.
	 */
	SHARDED("s");

	private final String mark;

	NotificationMode(String mark) {
		this.mark = mark;
	}

	public String mark() {
		return this.mark;
	}

}
