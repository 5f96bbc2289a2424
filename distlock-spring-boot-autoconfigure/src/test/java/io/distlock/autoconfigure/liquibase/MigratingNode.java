// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.liquibase;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * A node that migrates when it starts.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class MigratingNode {

	static ConfigurableApplicationContext start(String... arguments) {
		return new SpringApplicationBuilder(MigratingNode.class).web(WebApplicationType.NONE).run(arguments);
	}

	public static void main(String[] arguments) {
		start(arguments);
	}

}
