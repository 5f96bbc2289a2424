// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.LockNotAcquiredException;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers of an application that has one for every error.
 */
// tag::advice[]
@RestControllerAdvice
public class ShopErrors {

	@ExceptionHandler
	ResponseEntity<ProblemDetail> busy(LockNotAcquiredException ex) {
		return ResponseEntity.status(HttpStatus.CONFLICT)
			.header(HttpHeaders.RETRY_AFTER, "1")
			.body(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "Your order is being processed."));
	}

	@ExceptionHandler(Exception.class)
	ProblemDetail failure(Exception ex) {
		return ProblemDetail.forStatus(HttpStatus.INTERNAL_SERVER_ERROR);
	}

}
// end::advice[]
