// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.diagnostics;

import io.distlock.annotation.InvalidLockAnnotationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an invalid annotation, with its method, the reason, and the remedy.
 */
class InvalidLockAnnotationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLockAnnotationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockAnnotationException cause) {
		return new FailureAnalysis(description(cause), cause.getRemedy(), cause);
	}

	private static String description(InvalidLockAnnotationException cause) {
		return "The @%s of the method%n%n    %s%n%ncannot work: %s%s.".formatted(cause.getAnnotation().getSimpleName(),
				cause.getMethod(), attribute(cause), cause.getReason());
	}

	private static String attribute(InvalidLockAnnotationException cause) {
		return cause.getAttribute().isEmpty() ? "" : "%s = \"%s\": ".formatted(cause.getAttribute(), cause.getValue());
	}

}
