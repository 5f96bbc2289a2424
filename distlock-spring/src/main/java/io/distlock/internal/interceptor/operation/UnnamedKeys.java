// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.interceptor.expression.LeadingText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects keys that start with a text in locks without a name. Such a lock has the name
 * of its method, so methods with the same text do not exclude each other.
 */
final class UnnamedKeys {

	private static final Logger logger = LoggerFactory.getLogger(UnnamedKeys.class);

	private final Map<LockIdentity, Owner> owners = new ConcurrentHashMap<>();

	private final Set<Method> reported = ConcurrentHashMap.newKeySet();

	/**
	 * Check the texts of a key, and warn once for each method.
	 * @param texts the texts at the start of the key
	 * @param lock the annotation of the lock
	 * @param name the name of the lock, which is the default name of the method
	 * @param key the key
	 * @throws InvalidLockAnnotationException if the key of another method starts with the
	 * same text
	 */
	void check(List<LeadingText> texts, DistributedLock lock, String name, AnnotationAttribute key) {
		for (LeadingText text : texts) {
			Owner owner = this.owners.computeIfAbsent(LockIdentity.of(text.text(), lock),
					(each) -> new Owner(name, key.method()));
			if (!owner.name().equals(name)) {
				throw key.invalid(
						"the key of %s begins with the same text, and neither lock has a name, so each has that of its method and they do not exclude each other"
							.formatted(InvalidLockAnnotationException.describe(owner.method())),
						"Write %s on both if they are to be one lock, or give each a name of its own."
							.formatted(text.attributes()));
			}
		}
		texts.stream()
			.filter((text) -> text.isFollowed() && this.reported.add(key.method()))
			.findFirst()
			.ifPresent((text) -> logger.warn(
					"Key {} of {} begins with a text, and the lock has no name: it is the lock of this method alone. Write {}",
					key.literal(), InvalidLockAnnotationException.describe(key.method()), text.attributes()));
	}

	private record Owner(String name, Method method) {

	}

}
