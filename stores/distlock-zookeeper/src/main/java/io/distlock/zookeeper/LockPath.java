// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

import io.distlock.LockMode;
import io.distlock.line.internal.Front;
import io.distlock.provider.LockKey;

/**
 * Path of a lock: one container node for each key, with one child node for each JVM that
 * holds the lock or waits for it, in order of creation.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 *
 * @param parent the path of the container
 */
record LockPath(String parent) {

	static final Front<String> FRONT = new Front<>(LockPath::isReader);

	static final int KEY_LENGTH = 200;

	private static final String BEFORE_SEQUENCE = "-n-";

	/**
	 * Marks the node of a shared owner.
	 */
	private static final String READER = "-r-";

	/**
	 * Return the path of a key. The encoded key contains a colon and no slash, so it is a
	 * single path component and not a name reserved by ZooKeeper.
	 * @param locks the parent node of all keys
	 */
	static LockPath of(String locks, LockKey key) {
		return new LockPath(locks + '/' + key.encoded(KEY_LENGTH));
	}

	/**
	 * Return the path for creating a unique node. The server appends the sequence number.
	 */
	String withoutSequence(String id, LockMode mode) {
		return this.parent + "/_c_" + id + ((mode == LockMode.SHARED) ? READER : BEFORE_SEQUENCE);
	}

	String child(String name) {
		return this.parent + '/' + name;
	}

	static String prefix(String id) {
		return "_c_" + id + '-';
	}

	static String name(String path) {
		return path.substring(path.lastIndexOf('/') + 1);
	}

	static boolean isReader(String name) {
		return name.lastIndexOf(READER) > name.lastIndexOf(BEFORE_SEQUENCE);
	}

	/**
	 * Return the names of queue entries, in order.
	 */
	static List<String> inLine(List<String> names) {
		List<String> inLine = names.stream().filter((name) -> sequence(name).isPresent()).toList();
		if (inLine.size() < 2) {
			return inLine;
		}
		int any = sequence(inLine.get(0)).getAsInt();
		return inLine.stream().sorted(Comparator.comparingInt((name) -> sequence(name).getAsInt() - any)).toList();
	}

	/**
	 * Return the sequence number of a name. Sequence numbers overflow to negative values
	 * after two billion, so only differences are meaningful.
	 */
	private static OptionalInt sequence(String name) {
		int before = Math.max(name.lastIndexOf(BEFORE_SEQUENCE), name.lastIndexOf(READER));
		if (before < 0) {
			return OptionalInt.empty();
		}
		try {
			return OptionalInt.of(Integer.parseInt(name.substring(before + BEFORE_SEQUENCE.length())));
		}
		catch (NumberFormatException ex) {
			return OptionalInt.empty();
		}
	}

}
