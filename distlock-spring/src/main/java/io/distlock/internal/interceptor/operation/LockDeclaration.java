// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LeaderOnly;
import io.distlock.internal.annotation.AnnotatedMethods;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Declaration of one lock of a method.
 *
 * @param written the annotation in the source, including composed annotations
 * @param lock the annotation with overridden attributes; for a role, a lock with the
 * role's attributes
 * @param annotated the annotated method, or the locked method itself if its class is
 * annotated
 * @param distance the distance of the annotation from the locked method in the hierarchy
 */
record LockDeclaration(MergedAnnotation<?> written, DistributedLock lock, Method annotated, int distance) {

	/**
	 * Collect the locks of a method: from annotated methods, and from annotated classes
	 * in which neither the method nor an overridden method has an annotation.
	 * @param annotated the annotated methods, nearest first
	 */
	static List<LockDeclaration> of(List<Method> annotated, Method method, Class<?> type) {
		List<LockDeclaration> declarations = new ArrayList<>();
		for (int i = 0; i < annotated.size(); i++) {
			int distance = i;
			AnnotatedMethods.locks(MergedAnnotations.from(annotated.get(i)))
				.map((lock) -> new LockDeclaration(lock, lock(lock), annotated.get(distance), distance))
				.forEach((lock) -> lock.addTo(declarations));
		}
		if (!annotated.contains(method) && LockedType.isPartOfTheWhole(method, type)) {
			AnnotatedMethods.locks(MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY))
				.filter((lock) -> annotated.stream().noneMatch((each) -> isWithin(each, lock)))
				.map((lock) -> new LockDeclaration(lock, lock(lock), method,
						annotated.size() + lock.getAggregateIndex()))
				.forEach((lock) -> lock.addTo(declarations));
		}
		return declarations;
	}

	private static boolean isWithin(Method annotated, MergedAnnotation<?> lock) {
		return lock.getSource() instanceof Class<?> whole && whole.isAssignableFrom(annotated.getDeclaringClass());
	}

	/**
	 * Return whether this declaration is for a role instead of a lock.
	 */
	boolean isRole() {
		return this.written.getType() == LeaderOnly.class;
	}

	private static DistributedLock lock(MergedAnnotation<?> written) {
		if (written.synthesize() instanceof LeaderOnly role) {
			return MergedAnnotation
				.of(DistributedLock.class, Map.of("name", role.value(), "onBusy", role.onBusy(), "fenced",
						role.fenced(), "condition", role.condition()))
				.synthesize();
		}
		return (DistributedLock) written.synthesize();
	}

	/**
	 * Add this lock to nearer declarations, unless a nearer declaration replaces this
	 * lock.
	 */
	private void addTo(List<LockDeclaration> nearer) {
		if (nearer.stream().noneMatch((other) -> other.replaces(this))) {
			nearer.add(this);
		}
	}

	private boolean replaces(LockDeclaration other) {
		return isRole() == other.isRole() && (this.lock.equals(other.lock) || (this.distance != other.distance
				&& this.lock.name().equals(other.lock.name()) && this.lock.key().equals(other.lock.key())));
	}

}
