// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.function.Supplier;

/**
 * Thrown at startup if the configuration of locks is incomplete or contradictory.
 *
 * @since 0.1.0
 */
public class LockConfigurationException extends RuntimeException {

	private final String description;

	private final String action;

	/**
	 * Create an exception.
	 * @param description the problem
	 * @param action the remedy
	 */
	public LockConfigurationException(String description, String action) {
		super(description + " " + action);
		this.description = description;
		this.action = action;
	}

	/**
	 * Create settings from properties.
	 * @param <T> the type of the settings
	 * @param settings creates the settings, or rejects a value
	 * @return the settings
	 * @throws LockConfigurationException if a value is invalid
	 */
	public static <T> T orRefused(Supplier<T> settings) {
		try {
			return settings.get();
		}
		catch (IllegalArgumentException ex) {
			throw new LockConfigurationException(ex.getMessage() + ".", "Correct the value of that property.");
		}
	}

	/**
	 * Return the problem.
	 * @return the description
	 */
	public String getDescription() {
		return this.description;
	}

	/**
	 * Return the remedy.
	 * @return the action
	 */
	public String getAction() {
		return this.action;
	}

}
