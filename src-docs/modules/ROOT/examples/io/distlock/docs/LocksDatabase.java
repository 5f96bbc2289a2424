/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
	@Bean(defaultCandidate = false) // only for those that ask for it by name
	@DistlockDataSource
	HikariDataSource locks(@Value("${shop.locks.url}") String url) {
		return DataSourceBuilder.create().type(HikariDataSource.class).url(url).build();
	}
	// end::marked[]

}
