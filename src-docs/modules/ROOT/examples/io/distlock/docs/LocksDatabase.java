// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.autoconfigure.DistlockDataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A database for the locks beside that of the application.
 */
@Configuration(proxyBeanMethods = false)
class LocksDatabase {

	// tag::marked[]
	@Bean(defaultCandidate = false) // not injected by its type alone
	@DistlockDataSource
	HikariDataSource locks(@Value("${shop.locks.url}") String url) {
		return DataSourceBuilder.create().type(HikariDataSource.class).url(url).build();
	}
	// end::marked[]

}
