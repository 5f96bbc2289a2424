// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is true of one lock, whatever its record says: who holds it, how the leases before
 * have ended, and who waits. Predicts what each request is answered.
 */
final class LockRecordModel {

	static final long BUSY = 0;

	static final long GRANTED = 1;

	static final long ENDED = 2;

	private final Map<String, End> ends = new HashMap<>();

	private final Map<String, Integer> rows = new HashMap<>();

	private final Set<String> withdrawn = new HashSet<>();

	private final TreeMap<Long, String> queue = new TreeMap<>();

	private boolean known;

	private String holder;

	private String lastReleaser;

	private boolean ranOut;

	private boolean marked;

	private long last;

	private int row;

	/**
	 * Tell what an attempt is answered.
	 */
	long attempt(String owner) {
		if (owner.equals(this.holder)) {
			return GRANTED;
		}
		if (this.withdrawn.contains(owner) || (this.holder == null && owner.equals(this.lastReleaser))) {
			return ENDED;
		}
		return (this.holder == null || this.ranOut) ? GRANTED : BUSY;
	}

	void granted(String owner, long token, String node) {
		if (owner.equals(this.holder)) {
			this.ranOut = false;
			return;
		}
		if (this.holder != null) {
			this.ends.put(this.holder, End.LOST);
		}
		if (this.holder != null || !this.known) {
			this.row++;
		}
		if (node != null) {
			boolean fast = this.holder == null && !this.marked && this.withdrawn.isEmpty();
			if (!fast) {
				this.queue.values().remove(node);
				this.marked = !this.queue.isEmpty();
			}
		}
		this.known = true;
		this.holder = owner;
		this.ranOut = false;
		this.last = token;
		this.rows.put(owner, this.row);
	}

	void waits(String node, long ticket) {
		this.marked = true;
		if (node != null && !this.queue.containsValue(node)) {
			this.queue.put(ticket, node);
		}
	}

	/**
	 * Tell what a release, or a yield that does not renew, is answered.
	 * @return whether it was the owner's; empty if either answer is right: the lease was
	 * released, but another one has been lost since
	 */
	Boolean wasReleased(String owner, boolean tokenKnown) {
		End end = this.ends.get(owner);
		if (end != End.RELEASED) {
			return false;
		}
		if (this.known && this.holder == null && owner.equals(this.lastReleaser)) {
			return tokenKnown ? true : null;
		}
		return (tokenKnown && this.known && this.rows.get(owner) == this.row) ? true : null;
	}

	/**
	 * Free the lock.
	 * @return the node that is woken, or {@code null}
	 */
	String free(String owner, long used) {
		this.ends.put(owner, End.RELEASED);
		this.lastReleaser = owner;
		this.holder = null;
		this.ranOut = false;
		this.last = used;
		return wake();
	}

	String forced() {
		this.ends.put(this.holder, End.LOST);
		this.holder = null;
		this.ranOut = false;
		this.lastReleaser = null;
		this.last++;
		this.row++;
		return wake();
	}

	String passed() {
		return wake();
	}

	private String wake() {
		String node = null;
		if (this.marked && !this.queue.isEmpty()) {
			node = this.queue.pollFirstEntry().getValue();
		}
		this.marked = node != null && !this.queue.isEmpty();
		return node;
	}

	void withdrawn(String owner) {
		this.withdrawn.add(owner);
		if (!this.known) {
			this.known = true;
			this.lastReleaser = null;
			this.last = 0;
			this.row++;
		}
	}

	void renewed(long token) {
		this.last = token;
		this.ranOut = false;
	}

	void prolonged() {
		this.ranOut = false;
	}

	void ranOut() {
		this.ranOut = this.holder != null;
	}

	void forgotten() {
		if (this.holder != null) {
			this.ends.put(this.holder, End.LOST);
		}
		this.holder = null;
		this.lastReleaser = null;
		this.known = false;
		this.ranOut = false;
		this.marked = false;
		this.withdrawn.clear();
		this.queue.clear();
		this.row++;
	}

	boolean isKnown() {
		return this.known;
	}

	boolean isHeldBy(String owner) {
		return owner.equals(this.holder);
	}

	String holder() {
		return this.holder;
	}

	boolean hasRunOut() {
		return this.ranOut;
	}

	boolean isMarked() {
		return this.marked;
	}

	long last() {
		return this.last;
	}

	/**
	 * How a lease has ended.
	 */
	private enum End {

		RELEASED, LOST

	}

}
