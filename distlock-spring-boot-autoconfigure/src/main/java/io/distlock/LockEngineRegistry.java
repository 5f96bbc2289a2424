package io.distlock;

import java.util.Map;

/**
 * The lock engines of an application, for those who watch them.
 *
 * @since 0.1.0
 */
public interface LockEngineRegistry {

	/**
	 * Return the engines that the application has used, by the bean name of their
	 * provider. An engine of another provider than the primary one is there from the
	 * first lock on.
	 * @return the engines
	 */
	Map<String, LockEngineMonitor> engines();

}
