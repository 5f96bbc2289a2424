// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import io.distlock.LockException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Says what went wrong in the terms of the shop.
 */
@RestControllerAdvice
class ShopAdvice {

	@ExceptionHandler
	ProblemDetail soldOut(SoldOutException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
		problem.setTitle("Sold out");
		problem.setProperty("item", ex.getItem());
		return problem;
	}

	@ExceptionHandler
	ProblemDetail busy(LockException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, ex.getMessage());
		problem.setTitle("The order was not taken, please try again");
		return problem;
	}

}
