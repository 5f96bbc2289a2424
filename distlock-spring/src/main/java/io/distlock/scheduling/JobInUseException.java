// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

/**
 * Thrown if a job is to be removed that a node brings.
 *
 * @since 0.1.0
 */
public class JobInUseException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create an exception.
	 * @param message which job, who brings it, and what to do
	 */
	public JobInUseException(String message) {
		super(message);
	}

}
