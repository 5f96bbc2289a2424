// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.provider.LockKey;

/**
 * Detects lock names that conflict with the combination of another name and a key. A key
 * is appended to the name after a colon, so the name {@code report} with the key {@code
 * close} identifies the same lock as the name {@code report:close}.
 */
final class NamesWithKeys {

	private final Map<LockIdentity, Method> alone = new ConcurrentHashMap<>();

	private final Map<LockIdentity, Method> withKey = new ConcurrentHashMap<>();

	/**
	 * Check the name of a lock.
	 * @param name the name
	 * @param lock the annotation of the lock
	 * @throws InvalidLockAnnotationException if the name and key of one method can be
	 * equal to the name of another method
	 */
	void check(AnnotationAttribute name, DistributedLock lock) {
		if (lock.key().isEmpty()) {
			checkAlone(name, lock);
		}
		else {
			checkWithKey(name, lock);
		}
	}

	private void checkAlone(AnnotationAttribute name, DistributedLock lock) {
		String text = name.value();
		this.alone.putIfAbsent(LockIdentity.of(text, lock), name.method());
		for (int colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
			String first = text.substring(0, colon);
			Method other = this.withKey.get(LockIdentity.of(first, lock));
			if (other != null && colon + 1 < text.length() && isWhole(first)) {
				throw invalid(name, text, first, other);
			}
		}
	}

	private void checkWithKey(AnnotationAttribute name, DistributedLock lock) {
		String first = name.value();
		this.withKey.putIfAbsent(LockIdentity.of(first, lock), name.method());
		this.alone.forEach((identity, other) -> {
			String text = identity.text();
			if (text.length() > first.length() + 1 && text.startsWith(first + ':') && isWhole(first)
					&& identity.equals(LockIdentity.of(text, lock))) {
				throw invalid(name, text, first, other);
			}
		});
	}

	// Return whether a name has no encoded characters. Colons and percent signs of a name
	// with a key are encoded, so such a name does not conflict with a name without a key.
	private static boolean isWhole(String first) {
		return LockKey.join(first, "").equals(first + ':');
	}

	private static InvalidLockAnnotationException invalid(AnnotationAttribute name, String text, String first,
			Method other) {
		return name.invalid(
				"with '%s' as the key of the name '%s' it is one lock for this method and %s, so a caller who chooses the key reaches the lock of the other"
					.formatted(LockKey.shown(text.substring(first.length() + 1)), LockKey.shown(first),
							InvalidLockAnnotationException.describe(other)),
				"Choose another name for one of them. If they are to be one lock, write name = \"%s\" on both, and the rest of the name as the key."
					.formatted(LockKey.shown(first)));
	}

}
