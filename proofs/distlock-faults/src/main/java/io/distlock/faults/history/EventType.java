// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Kinds of events. Each says when its time is taken, since the checks rely on it.
 *
 * @since 0.1.0
 */
public enum EventType {

	/** Before the call that acquires. */
	@JsonProperty("acquire")
	ACQUIRE,

	/** After the call that acquired returned. */
	@JsonProperty("granted")
	GRANTED,

	/** After the wait time was over. */
	@JsonProperty("busy")
	BUSY,

	/** After an error of the provider; the attempt may have taken effect. */
	@JsonProperty("failed")
	FAILED,

	/** After the wait was interrupted. */
	@JsonProperty("interrupted")
	INTERRUPTED,

	/** Before a question whether the lock is held, which was answered with yes. */
	@JsonProperty("trusted")
	TRUSTED,

	/** When a holder first hears that its lock is lost. */
	@JsonProperty("lost")
	LOST,

	/** When the callback of a holder is called for its loss. */
	@JsonProperty("told")
	TOLD,

	/** After the register answered a write. */
	@JsonProperty("write")
	WRITE,

	/** Before the call that releases. */
	@JsonProperty("release")
	RELEASE,

	/** After the call that released returned. */
	@JsonProperty("released")
	RELEASED,

	/** After the call that releases threw. */
	@JsonProperty("release-failed")
	RELEASE_FAILED,

	/** Before a fault begins, and after it has ended. */
	@JsonProperty("fault")
	FAULT,

	/** By the register, in its own order. */
	@JsonProperty("register")
	REGISTER,

	/** First thing in a run of a job. */
	@JsonProperty("run-start")
	RUN_START,

	/** Last thing in a run of a job. */
	@JsonProperty("run-end")
	RUN_END,

	/** After a tenth of a second in which a process was woken late. */
	@JsonProperty("stall")
	STALL,

	/** After quiescence: something is left in the store or in a process. */
	@JsonProperty("leak")
	LEAK;

	/**
	 * Whether this ends an attempt to acquire.
	 * @return {@code true} for the outcomes of {@link #ACQUIRE}
	 */
	public boolean isOutcome() {
		return this == GRANTED || this == BUSY || this == FAILED || this == INTERRUPTED;
	}

}
