package io.distlock.faults.fault;

import org.jspecify.annotations.Nullable;

/**
 * What happens in one round.
 *
 * @param name the name in the events
 * @param target the node that can write no events meanwhile, {@code null} if all can
 * @param detail what happens to whom, for readers
 * @param begin makes it happen
 * @param end heals it
 * @since 0.1.0
 */
public record Strike(String name, @Nullable String target, String detail, Step begin, Step end) {

	/**
	 * Something that happens to nobody in particular.
	 * @param name the name in the events
	 * @param detail what happens, for readers
	 * @param begin makes it happen
	 * @param end heals it
	 * @return the strike
	 */
	public static Strike of(String name, String detail, Step begin, Step end) {
		return new Strike(name, null, detail, begin, end);
	}

	/**
	 * A part of it.
	 */
	public interface Step {

		/**
		 * Do it.
		 * @throws Exception if it cannot be done, which ends the campaign
		 */
		void run() throws Exception;

	}

}
