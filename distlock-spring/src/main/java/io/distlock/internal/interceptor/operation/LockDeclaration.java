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
 * One lock of a method, as it was written.
 *
 * @param written the annotation, and what it is part of
 * @param lock the annotation, with what annotations of the application's own override;
 * for the role of a leader, a lock with its attributes
 * @param annotated the method that has the annotation, or the locked method itself if its
 * class has it
 * @param distance how far from the locked method the annotation stands
 */
record LockDeclaration(MergedAnnotation<?> written, DistributedLock lock, Method annotated, int distance) {

	/**
	 * Collect the locks of a method: those of the methods that are annotated, and those
	 * of annotated classes in which neither the method nor what it overrides has its own.
	 * @param annotated the annotated methods, the nearest first
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
	 * Return whether this is the role of a leader rather than a lock.
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
	 * Add this lock to nearer ones, unless one of them says anew how it is taken.
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
