// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;

/**
 * Annotation for a Spring test, sliced or whole, that brings locks and keeps them in the
 * test itself: no server is asked, whatever the application configures. A
 * {@link TestLocks} bean says what the rest of the cluster does.
 * <p>
 * Every {@link io.distlock.provider.LockProvider} bean of the application is replaced,
 * under its own name, by one inside the test; {@code distlock.provider} does not count.
 * The application is the only node and leads its roles, unless a {@link TestLeaders} bean
 * is told otherwise. Jobs of the cluster run when a test calls
 * {@link io.distlock.scheduling.ClusterJobs#runNow}, and not by themselves, unless
 * {@link #jobs} is set. What a test method did to the locks is undone when it ends.
 *
 * @since 0.1.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureDistlock {

	/**
	 * Whether there are locks in this test, whatever {@code distlock.enabled} is in the
	 * application. Without them, there is no {@link TestLocks} bean either.
	 * @return whether there are locks
	 */
	@PropertyMapping("distlock.enabled")
	boolean enabled() default true;

	/**
	 * Whether jobs of the cluster run by themselves, whatever
	 * {@code distlock.scheduling.enabled} is in the application.
	 * @return whether triggers fire
	 */
	@PropertyMapping("distlock.scheduling.enabled")
	boolean jobs() default false;

}
