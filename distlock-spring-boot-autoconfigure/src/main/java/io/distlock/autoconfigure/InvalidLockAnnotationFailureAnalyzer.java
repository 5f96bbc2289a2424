/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.autoconfigure;

import io.distlock.annotation.validation.InvalidLockAnnotationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Names the method whose annotation cannot work, why, and what to write instead.
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
