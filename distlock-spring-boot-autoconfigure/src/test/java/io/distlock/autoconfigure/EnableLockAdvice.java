// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Import;

/**
 * Gives a test the advice without the rest of the auto-configuration.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(LockAdviceConfiguration.class)
public @interface EnableLockAdvice {

}
