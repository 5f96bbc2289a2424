// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.IllegalLockKeyException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers of an application of its own.
 */
// tag::advice[]
@RestControllerAdvice
public class LockAnswers {

	@ExceptionHandler
	ProblemDetail badKey(IllegalLockKeyException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "Name what you want to order.");
	}

}
// end::advice[]
