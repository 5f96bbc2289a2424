// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.function.Supplier;

/**
 * Start-up failed, because the configuration of locks is incomplete or contradicts
 * itself.
 *
 * @since 0.1.0
 */
public class LockConfigurationException extends RuntimeException {

	private final String description;

	private final String action;

	/**
	 * Create an exception.
	 * @param description what is wrong
	 * @param action what helps
	 */
	public LockConfigurationException(String description, String action) {
		super(description + " " + action);
		this.description = description;
		this.action = action;
	}

	/**
	 * Create settings from properties.
	 * @param <T> what kind of settings
	 * @param settings creates them, or refuses a value
	 * @return the settings
	 * @throws LockConfigurationException if a value was refused
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
	 * Return what is wrong.
	 * @return the description
	 */
	public String getDescription() {
		return this.description;
	}

	/**
	 * Return what helps.
	 * @return the action
	 */
	public String getAction() {
		return this.action;
	}

}
