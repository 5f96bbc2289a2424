package io.distlock.autoconfigure;

/**
 * Start-up cannot go on, because what is configured for the locks does not say enough or
 * contradicts itself.
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
