package io.distlock.scheduling;

import java.lang.reflect.UndeclaredThrowableException;

/**
 * What a job threw, in words.
 */
final class JobErrors {

	private JobErrors() {
	}

	/**
	 * Return class and message, as the record of a run keeps them.
	 */
	static String text(Throwable failure) {
		Throwable thrown = failure;
		if (failure instanceof UndeclaredThrowableException wrapper && wrapper.getCause() != null) {
			thrown = wrapper.getCause();
		}
		return thrown.toString();
	}

}
